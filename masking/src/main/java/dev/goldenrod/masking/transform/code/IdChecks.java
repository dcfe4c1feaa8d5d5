package dev.goldenrod.masking.transform.code;

import org.jspecify.annotations.Nullable;

/** The check characters of national ids: null for a payload that no id has. */
final class IdChecks {
  private static final String SPANISH = "TRWAGMYFPDXBNJZSQVHLCKE";

  /** The values of digits and letters at odd places of an Italian code, from 0 to 9 and A to Z. */
  private static final int[] ITALIAN_ODD = {
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23
  };

  private IdChecks() {}

  /** ISO 7064, Mod 11,10. One digit occurs twice or three times, each other at most once. */
  static @Nullable String germany(String payload) {
    if (!hasOneRepeatedDigit(payload)) {
      return null;
    }
    int product = 10;
    for (int i = 0; i < payload.length(); i++) {
      int sum = (digit(payload, i) + product) % 10;
      product = (sum == 0 ? 10 : sum) * 2 % 11;
    }
    return Integer.toString((11 - product) % 10);
  }

  private static boolean hasOneRepeatedDigit(String payload) {
    int[] counts = new int[10];
    payload.chars().forEach(letter -> counts[letter - '0']++);
    int repeated = 0;
    for (int count : counts) {
      if (count > 3) {
        return false;
      }
      repeated += count > 1 ? 1 : 0;
    }
    return repeated == 1;
  }

  /** 97 less the remainder; the departments of Corsica count as 19 and 18. */
  static String france(String payload) {
    String digits = payload.replace("2A", "19").replace("2B", "18");
    return "%02d".formatted(97 - Long.parseLong(digits) % 97);
  }

  /** A letter for the remainder by 23; X, Y and Z count as 0, 1 and 2. */
  static String spain(String payload) {
    String digits = payload.replace('X', '0').replace('Y', '1').replace('Z', '2');
    int index = Integer.parseInt(digits) % SPANISH.length();
    return SPANISH.substring(index, index + 1);
  }

  /** A letter for the sum of the places' values. */
  static String italy(String payload) {
    int sum = 0;
    for (int i = 0; i < payload.length(); i++) {
      int value = Character.digit(payload.charAt(i), 36);
      int even = value >= 10 ? value - 10 : value;
      sum += i % 2 == 0 ? ITALIAN_ODD[even] : even;
    }
    return String.valueOf((char) ('A' + sum % 26));
  }

  /** The remainder of the digits times 9 to 2 by 11; no id has the remainder 10. */
  static @Nullable String netherlands(String payload) {
    int sum = 0;
    for (int i = 0; i < payload.length(); i++) {
      sum += digit(payload, i) * (9 - i);
    }
    return sum % 11 == 10 ? null : Integer.toString(sum % 11);
  }

  /** What the digits times 1, 3, 7, 9 lack to a multiple of ten. */
  static String poland(String payload) {
    int[] weights = {1, 3, 7, 9};
    int sum = 0;
    for (int i = 0; i < payload.length(); i++) {
      sum += digit(payload, i) * weights[i % 4];
    }
    return Integer.toString((10 - sum % 10) % 10);
  }

  /** Two digits by 11, the second over the first too. */
  static String brazil(String payload) {
    String first = payload + brazilianDigit(payload);
    return first.substring(payload.length()) + brazilianDigit(first);
  }

  private static int brazilianDigit(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      sum += digit(digits, i) * (digits.length() + 1 - i);
    }
    int remainder = sum * 10 % 11;
    return remainder == 10 ? 0 : remainder;
  }

  private static int digit(String digits, int index) {
    return digits.charAt(index) - '0';
  }
}
