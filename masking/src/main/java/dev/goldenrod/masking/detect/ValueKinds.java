package dev.goldenrod.masking.detect;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells what one value could be, by its form, check digits and word lists. */
final class ValueKinds {
  private static final Pattern EMAIL =
      Pattern.compile("[^\\s@<>\"]{1,64}@[\\p{L}\\p{N}.-]{1,253}\\.[\\p{L}]{2,24}");
  private static final Pattern PHONE =
      Pattern.compile("(\\+|00|\\(?0)[0-9(][0-9 ()./-]{5,20}[0-9]");
  private static final Pattern IP =
      Pattern.compile(
          "((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(/[0-9]{1,2})?"
              + "|(?=.*::|([0-9a-f]+:){7})[0-9a-f:]{3,39}(/[0-9]{1,3})?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern MAC =
      Pattern.compile("[0-9a-f]{2}([:-])([0-9a-f]{2}\\1){4}[0-9a-f]{2}", Pattern.CASE_INSENSITIVE);
  private static final Pattern UUID =
      Pattern.compile(
          "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);
  private static final Pattern PASSWORD =
      Pattern.compile(
          "\\$(2[aby]?|argon2[a-z]*|5|6|y|1|pbkdf2[a-z0-9-]*|scrypt)\\$.{8,}|\\{S?SHA.*\\}.+");
  private static final Pattern TOKEN =
      Pattern.compile("eyJ[\\w-]{10,}\\.[\\w-]+\\.[\\w-]*|AKIA[0-9A-Z]{16}");

  private static final int MAX_NAME_WORDS = 4;
  private static final Set<String> GIVEN_NAMES = words("given-names.txt");
  private static final Set<String> FAMILY_NAMES = words("family-names.txt");

  private ValueKinds() {}

  private static Set<String> words(String resource) {
    Set<String> words = new HashSet<>();
    Words.lines(resource).forEach(line -> words.addAll(Arrays.asList(line.split(" "))));
    return words;
  }

  /** Returns the kinds that the value could be; empty if it is like none. */
  static Set<DataKind> of(String value) {
    Set<DataKind> kinds = EnumSet.noneOf(DataKind.class);
    String text = value.strip();
    add(kinds, DataKind.EMAIL, EMAIL.matcher(text).matches());
    add(kinds, DataKind.IP, IP.matcher(text).matches());
    add(kinds, DataKind.MAC, MAC.matcher(text).matches());
    add(kinds, DataKind.UUID, UUID.matcher(text).matches());
    add(kinds, DataKind.PASSWORD, PASSWORD.matcher(text).matches());
    add(kinds, DataKind.SECRET, TOKEN.matcher(text).matches());
    add(kinds, DataKind.IBAN, CheckDigits.isIban(text));
    add(kinds, DataKind.CARD, CheckDigits.isCard(text));
    add(kinds, DataKind.NATIONAL_ID, CheckDigits.isNationalId(text));
    add(kinds, DataKind.PHONE, kinds.isEmpty() && PHONE.matcher(text).matches());
    addName(kinds, text);
    return kinds;
  }

  /** Whether a part of a longer text is an e-mail address, a phone number or a bank account. */
  static boolean containsSensitive(String text) {
    for (String word : text.split("[\\s,;:<>()\"']+")) {
      if (EMAIL.matcher(word).matches()
          || CheckDigits.isIban(word)
          || CheckDigits.isCard(word)
          || word.startsWith("+") && PHONE.matcher(word).matches()) {
        return true;
      }
    }
    return false;
  }

  private static void add(Set<DataKind> kinds, DataKind kind, boolean matches) {
    if (matches) {
      kinds.add(kind);
    }
  }

  private static void addName(Set<DataKind> kinds, String text) {
    String[] words = Words.plain(text).split("[\\s,.-]+");
    if (words.length > MAX_NAME_WORDS) {
      return;
    }
    boolean hasGiven = false;
    boolean hasFamily = false;
    for (String word : words) {
      hasGiven |= GIVEN_NAMES.contains(word);
      hasFamily |= FAMILY_NAMES.contains(word);
    }
    boolean isOneWord = words.length == 1;
    add(kinds, DataKind.GIVEN_NAME, isOneWord && hasGiven);
    add(kinds, DataKind.FAMILY_NAME, isOneWord && hasFamily);
    add(kinds, DataKind.FULL_NAME, !isOneWord && (hasGiven || hasFamily));
  }
}
