"""`python -m tweetctx`."""

from tweetctx.cli import main

if __name__ == "__main__":
    main()
