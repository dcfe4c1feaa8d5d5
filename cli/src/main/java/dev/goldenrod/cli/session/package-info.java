/** A command at work: its options, the server it talks to, how it finds and awaits things. */
@NullMarked
package dev.goldenrod.cli.session;

import org.jspecify.annotations.NullMarked;
