package dev.goldenrod.masking.detect;

import java.math.BigInteger;
import java.util.Locale;

/** Check digits of card numbers, bank accounts and official numbers. */
final class CheckDigits {
  private static final int ALPHABET_START = 10;
  private static final BigInteger MOD_97 = BigInteger.valueOf(97);
  private static final String DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
  private static final int[] PESEL = {1, 3, 7, 9, 1, 3, 7, 9, 1, 3};
  private static final int[] CODICE_ODD = {
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23
  };

  private CheckDigits() {}

  static boolean isCard(String value) {
    String digits = value.replaceAll("[ -]", "");
    return digits.matches("[2-6][0-9]{12,18}") && luhn(digits);
  }

  private static boolean luhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digit(digits, digits.length() - 1 - i);
      int doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
      sum += i % 2 == 0 ? digit : doubled;
    }
    return sum % 10 == 0;
  }

  static boolean isIban(String value) {
    String iban = value.replace(" ", "").toUpperCase(Locale.ROOT);
    if (!iban.matches("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")) {
      return false;
    }
    StringBuilder number = new StringBuilder();
    (iban.substring(4) + iban.substring(0, 4))
        .chars()
        .forEach(one -> number.append(Character.digit(one, Character.MAX_RADIX)));
    return new BigInteger(number.toString()).mod(MOD_97).intValue() == 1;
  }

  /** Whether the value is an official number of one of the countries that detection knows. */
  static boolean isNationalId(String value) {
    String id = value.strip().toUpperCase(Locale.ROOT);
    String compact = id.replaceAll("[ ./-]", "");
    return id.matches("(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}")
        || isSteuerId(compact)
        || isInsee(compact)
        || isDni(compact)
        || isCodiceFiscale(compact)
        || isPesel(compact)
        || isBsn(compact)
        || isCpf(compact);
  }

  static boolean isSteuerId(String id) {
    if (!id.matches("[1-9][0-9]{10}")) {
      return false;
    }
    int product = 10;
    for (int i = 0; i < 10; i++) {
      int sum = (digit(id, i) + product) % 10;
      product = (sum == 0 ? 10 : sum) * 2 % 11;
    }
    int check = 11 - product;
    return digit(id, 10) == (check == 10 ? 0 : check) && hasOneRepeatedDigit(id);
  }

  /** In the first ten digits of a Steuer-ID one digit stands two or three times. */
  private static boolean hasOneRepeatedDigit(String id) {
    long distinct = id.substring(0, 10).chars().distinct().count();
    return distinct == 9 || distinct == 8;
  }

  static boolean isInsee(String id) {
    if (!id.matches("[12][0-9]{4}([0-9]{2}|2[AB])[0-9]{8}")) {
      return false;
    }
    String number = id.substring(0, 13).replace("2A", "19").replace("2B", "18");
    return 97 - Long.parseLong(number) % 97 == Long.parseLong(id.substring(13));
  }

  static boolean isDni(String id) {
    if (!id.matches("[0-9XYZ][0-9]{7}[A-Z]")) {
      return false;
    }
    String number = id.substring(0, 8).replace('X', '0').replace('Y', '1').replace('Z', '2');
    return DNI_LETTERS.charAt(Integer.parseInt(number) % 23) == id.charAt(8);
  }

  static boolean isCodiceFiscale(String id) {
    if (!id.matches("[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 15; i++) {
      int one = Character.digit(id.charAt(i), Character.MAX_RADIX);
      int index = one >= ALPHABET_START ? one - ALPHABET_START : one;
      sum += i % 2 == 0 ? CODICE_ODD[index] : index;
    }
    return 'A' + sum % 26 == id.charAt(15);
  }

  static boolean isPesel(String id) {
    return id.matches("[0-9]{4}[0-3][0-9]{6}")
        && (10 - weighted(id, PESEL) % 10) % 10 == digit(id, 10);
  }

  static boolean isBsn(String id) {
    if (!id.matches("[0-9]{9}") || id.matches("0+")) {
      return false;
    }
    int sum = -digit(id, 8);
    for (int i = 0; i < 8; i++) {
      sum += (9 - i) * digit(id, i);
    }
    return sum % 11 == 0;
  }

  static boolean isCpf(String id) {
    return id.matches("[0-9]{11}")
        && !id.matches("(.)\\1+")
        && cpfDigit(id, 9) == digit(id, 9)
        && cpfDigit(id, 10) == digit(id, 10);
  }

  private static int cpfDigit(String id, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += (length + 1 - i) * digit(id, i);
    }
    int rest = sum % 11;
    return rest < 2 ? 0 : 11 - rest;
  }

  private static int weighted(String digits, int[] weights) {
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * digit(digits, i);
    }
    return sum;
  }

  private static int digit(String digits, int index) {
    return digits.charAt(index) - '0';
  }
}
