"""MediaWiki's own dumps: `pages-articles`, in XML."""
