package dev.goldenrod.dataplane.local.record;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The volume of one generation of a database, identified by its name. */
public record DatabaseVolume(UUID id, int generation) {
  private static final Pattern NAME = Pattern.compile("clone-([0-9a-f-]{36})-g([0-9]{1,9})");

  public String name() {
    return "clone-%s-g%d".formatted(id, generation);
  }

  /** Parses a volume's name; returns empty if the volume is not a database's. */
  public static Optional<DatabaseVolume> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new DatabaseVolume(
                UUID.fromString(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }
}
