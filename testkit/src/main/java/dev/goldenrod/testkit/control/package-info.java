/** Contract tests of the control plane for any store and data plane, to be extended by adapters. */
@NullMarked
package dev.goldenrod.testkit.control;

import org.jspecify.annotations.NullMarked;
