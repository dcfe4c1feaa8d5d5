/** Commands, files and connections inside of pods. */
@NullMarked
package dev.goldenrod.dataplane.k8s.exec;

import org.jspecify.annotations.NullMarked;
