package dev.goldenrod.cli.s3;

/**
 * Some bytes of an object.
 *
 * @param bytes not copied
 * @param size how many the object has
 * @param etag what changes when the object does
 */
public record S3Bytes(byte[] bytes, long size, String etag) {}
