/** Audit events: who changed what, and when. */
@NullMarked
package dev.goldenrod.audit;

import org.jspecify.annotations.NullMarked;
