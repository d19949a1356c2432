"""The version, which `tweetctx` names too; here it is below everything that says which version made a file."""

__version__ = "0.2.0"
