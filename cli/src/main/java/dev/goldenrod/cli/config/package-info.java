/** The user's contexts and the project's file, which select server and token. */
@NullMarked
package dev.goldenrod.cli.config;

import org.jspecify.annotations.NullMarked;
