package dev.goldenrod.cli.s3;

/**
 * A part of an upload, as S3 has it.
 *
 * @param number from 1
 * @param etag without quotes; the MD5 of its bytes in hexadecimal, unless a key of KMS encrypts it
 * @param size in bytes
 */
public record S3Part(int number, String etag, long size) {}
