#include "cmark_gfm.h"
#include <cmark-gfm-core-extensions.h>
