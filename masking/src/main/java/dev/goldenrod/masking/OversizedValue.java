package dev.goldenrod.masking;

/**
 * A value that is too large to be held in memory.
 *
 * @param head the first characters of the value, at most 1024
 * @param bytes the length of the value in bytes
 * @param token 32 lowercase hexadecimal digits of the value's keyed digest
 */
public record OversizedValue(String head, long bytes, String token) {
  @Override
  public String toString() {
    return "OversizedValue[bytes=" + bytes + "]";
  }
}
