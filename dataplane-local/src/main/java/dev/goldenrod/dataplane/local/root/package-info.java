/** Where the data plane keeps its files, and who may enter it. */
@NullMarked
package dev.goldenrod.dataplane.local.root;

import org.jspecify.annotations.NullMarked;
