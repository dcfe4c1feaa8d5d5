/** The audit log beside the store: every event as a line of JSON in a file. */
@NullMarked
package dev.goldenrod.server.audit;

import org.jspecify.annotations.NullMarked;
