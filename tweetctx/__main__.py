"""`python -m tweetctx`."""

from tweetctx.interfaces.commands.cli import main

if __name__ == "__main__":
    main()
