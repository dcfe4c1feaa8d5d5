/** What empty databases begin with. */
@NullMarked
package dev.goldenrod.dataplane.k8s.blank;

import org.jspecify.annotations.NullMarked;
