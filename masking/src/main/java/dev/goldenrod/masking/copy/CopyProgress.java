package dev.goldenrod.masking.copy;

/**
 * What has been copied.
 *
 * @param rows the rows
 * @param bytesRead the bytes read
 * @param bytesWritten the bytes written
 */
public record CopyProgress(long rows, long bytesRead, long bytesWritten) {}
