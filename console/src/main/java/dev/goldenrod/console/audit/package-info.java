/** The page of the audit log. */
@NullMarked
package dev.goldenrod.console.audit;

import org.jspecify.annotations.NullMarked;
