/** A client for objects in Amazon S3 and compatible stores. */
@NullMarked
package dev.goldenrod.cli.s3;

import org.jspecify.annotations.NullMarked;
