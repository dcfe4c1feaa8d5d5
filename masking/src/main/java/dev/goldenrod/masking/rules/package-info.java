/**
 * The rules file {@code masking.yaml}: parsing, its digest, and the check of the rules against the
 * schema of a source.
 */
@NullMarked
package dev.goldenrod.masking.rules;

import org.jspecify.annotations.NullMarked;
