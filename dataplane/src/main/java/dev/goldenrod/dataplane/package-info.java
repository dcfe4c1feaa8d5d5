/** What every data plane has in common, whatever its databases run on. */
@NullMarked
package dev.goldenrod.dataplane;

import org.jspecify.annotations.NullMarked;
