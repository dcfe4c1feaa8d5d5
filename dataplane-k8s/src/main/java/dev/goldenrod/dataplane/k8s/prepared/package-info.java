/** Data that is made once in a pod of its own, and that databases are copies of. */
@NullMarked
package dev.goldenrod.dataplane.k8s.prepared;

import org.jspecify.annotations.NullMarked;
