/** Export of audit events from the store as JSON lines. */
@NullMarked
package dev.goldenrod.server.audit;

import org.jspecify.annotations.NullMarked;
