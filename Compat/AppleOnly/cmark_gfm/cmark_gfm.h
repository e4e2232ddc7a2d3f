// swift-cmark shows what is in a node and a parser (src/include/node.h, parser.h); Debian's headers only declare them.
struct cmark_node { int unused; };
struct cmark_parser { int unused; };
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
