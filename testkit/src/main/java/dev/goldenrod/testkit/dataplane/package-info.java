/** Contract tests of data planes, to be extended by adapters. */
@NullMarked
package dev.goldenrod.testkit.dataplane;

import org.jspecify.annotations.NullMarked;
