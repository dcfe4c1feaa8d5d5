/** Contract tests of stores, to be extended by adapters. */
@NullMarked
package dev.goldenrod.testkit.store;

import org.jspecify.annotations.NullMarked;
