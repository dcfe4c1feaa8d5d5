package dev.goldenrod.cli.s3;

/**
 * An uploaded part of a multipart upload.
 *
 * @param number from 1
 * @param etag the MD5 of the bytes in hexadecimal, unless the object is encrypted with a KMS key
 * @param size in bytes
 */
public record S3Part(int number, String etag, long size) {}
