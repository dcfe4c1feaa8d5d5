/** Organisations, members and the tokens they act with. */
@NullMarked
package dev.goldenrod.member;

import org.jspecify.annotations.NullMarked;
