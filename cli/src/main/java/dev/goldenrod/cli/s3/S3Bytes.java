package dev.goldenrod.cli.s3;

/**
 * A range of an object's bytes.
 *
 * @param bytes not copied
 * @param size size of the whole object in bytes
 */
public record S3Bytes(byte[] bytes, long size, String etag) {}
