/** Database servers, each a process on a volume. */
@NullMarked
package dev.goldenrod.dataplane.local.server;

import org.jspecify.annotations.NullMarked;
