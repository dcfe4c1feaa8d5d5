package dev.goldenrod.masking.rules;

/**
 * What is wrong at one place of a rules file.
 *
 * @param message names the key and the way out
 */
public record Problem(Position position, String message) {
  @Override
  public String toString() {
    return position + ": " + message;
  }
}
