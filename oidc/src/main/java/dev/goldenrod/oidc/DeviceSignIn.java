package dev.goldenrod.oidc;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A sign-in that a program has begun, and that a person completes with a browser on any machine.
 *
 * @param deviceCode with which the program asks for the result; a secret
 * @param userCode what the person enters on the page: up to 64 visible ASCII characters without
 *     quotes and backslashes
 * @param page of the issuer
 * @param pageWithCode the page with the code already entered; empty if the issuer has none
 * @param life how long the codes are valid
 * @param interval the shortest time between two questions for the result, up to a minute
 */
public record DeviceSignIn(
    String deviceCode,
    String userCode,
    URI page,
    Optional<URI> pageWithCode,
    Duration life,
    Duration interval) {
  private static final Pattern USER_CODE = Pattern.compile("[ !#-\\[\\]-~]{1,64}");
  private static final int LONGEST_ADDRESS = 2048;
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

  /**
   * @throws IllegalArgumentException if a value cannot be shown to a person
   */
  public DeviceSignIn {
    require(USER_CODE.matcher(userCode).matches(), "the user code is not usable");
    require(interval.compareTo(LONGEST_INTERVAL) <= 0, "the interval is longer than a minute");
    require(isUsable(page), "the verification address is not usable");
    require(pageWithCode.filter(one -> !isUsable(one)).isEmpty(), "the address is not usable");
  }

  private static boolean isUsable(URI address) {
    return IssuerSettings.isSafe(address) && address.toASCIIString().length() <= LONGEST_ADDRESS;
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** Leaves out the codes. */
  @Override
  public String toString() {
    return "DeviceSignIn[" + page + "]";
  }
}
