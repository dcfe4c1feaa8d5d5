/** The words for who may do what where, and for what was done. */
@NullMarked
package dev.goldenrod.cli.command.admin;

import org.jspecify.annotations.NullMarked;
