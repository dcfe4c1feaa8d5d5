/** Which server a command talks to, and as whom: the user's contexts and the project's file. */
@NullMarked
package dev.goldenrod.cli.config;

import org.jspecify.annotations.NullMarked;
