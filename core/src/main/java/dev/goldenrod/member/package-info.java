/**
 * Organizations, members and their tokens. Decision:
 * docs/decisions/0043-roles-that-contain-each-other.md.
 */
@NullMarked
package dev.goldenrod.member;

import org.jspecify.annotations.NullMarked;
