/** Objects in Amazon S3, or in what speaks like it. */
@NullMarked
package dev.goldenrod.cli.s3;

import org.jspecify.annotations.NullMarked;
