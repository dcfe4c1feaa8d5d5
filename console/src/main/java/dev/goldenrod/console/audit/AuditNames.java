package dev.goldenrod.console.audit;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditTarget;
import dev.goldenrod.console.html.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of what the events of a page changed, and of the members who changed it.
 *
 * @param targets what exists, by its reference in events
 * @param addresses of all members for an admin; empty for others
 * @param self the id of the reader
 */
record AuditNames(Map<String, AuditTarget> targets, Map<UUID, String> addresses, UUID self) {
  private static final int SHORT_ID = 8;

  AuditRow row(AuditEvent event) {
    String target = target(event);
    UUID actor = event.actorId();
    return new AuditRow(
        event,
        AuditWords.action(event.action()),
        actor == null ? "" : member(actor.toString()),
        target,
        path(event.target()),
        facts(event, target));
  }

  private String member(String id) {
    return id.equals(self.toString())
        ? "you"
        : address(id).orElseGet(() -> "member " + shortened(id));
  }

  private Optional<String> address(String id) {
    try {
      return Optional.ofNullable(addresses.get(UUID.fromString(id)));
    } catch (IllegalArgumentException noId) {
      return Optional.empty();
    }
  }

  private String target(AuditEvent event) {
    String reference = event.target();
    return presentName(reference)
        .or(() -> recordedName(event))
        .orElseGet(() -> nameless(kind(reference), id(reference)));
  }

  private Optional<String> presentName(String reference) {
    return kind(reference).equals("user")
        ? address(id(reference))
        : Optional.ofNullable(targets.get(reference))
            .map(AuditTarget::name)
            .filter(name -> !name.isEmpty());
  }

  /** Returns the name that the event itself has. */
  private Optional<String> recordedName(AuditEvent event) {
    Stream<String> keys =
        switch (kind(event.target())) {
          case "user", "invite" -> addresses.isEmpty() ? Stream.of() : Stream.of("email");
          case "import" -> Stream.of("golden", "version");
          case "pool" -> Stream.of("golden");
          case "source" -> Stream.of("host", "dbname");
          case "orphan" -> Stream.of("reference");
          default -> Stream.of("name");
        };
    String name =
        keys.map(event.metadata()::get)
            .filter(Objects::nonNull)
            .map(Object::toString)
            .collect(Collectors.joining(" "));
    return Optional.of(name).filter(known -> !known.isEmpty());
  }

  private String nameless(String kind, String id) {
    return switch (kind) {
      case "user" -> member(id);
      case "instance" -> "Clone " + shortened(id);
      case "invite" -> "invitation " + shortened(id);
      case "org" -> "the organization";
      default -> id;
    };
  }

  private String path(String reference) {
    boolean isAdmin = !addresses.isEmpty();
    return switch (kind(reference)) {
      case "user" -> address(id(reference)).isPresent() ? "/members/" + id(reference) : "";
      case "invite" -> isAdmin ? "/members/invites" : "";
      case "org" -> isAdmin ? "/quotas" : "";
      default ->
          Optional.ofNullable(targets.get(reference))
              .map(present -> path(reference, present))
              .orElse("");
    };
  }

  private static String path(String reference, AuditTarget present) {
    return switch (kind(reference)) {
      case "database" -> "/databases/" + present.name();
      case "snapshot" -> present.database().isEmpty() ? "" : "/databases/" + present.database();
      case "instance" -> "/clones/" + id(reference);
      case "source" -> "/sources";
      default -> "/" + kind(reference) + "s/" + id(reference);
    };
  }

  private String facts(AuditEvent event, String target) {
    return event.metadata().entrySet().stream()
        .filter(fact -> !target.equals(String.valueOf(fact.getValue())))
        .map(fact -> fact.getKey().replace('_', ' ') + ": " + fact(fact))
        .collect(Collectors.joining(", "));
  }

  private String fact(Map.Entry<String, @Nullable Object> fact) {
    String value = String.valueOf(fact.getValue());
    return switch (fact.getKey()) {
      case "user" -> member(value);
      case "source" -> presentName("source/" + value).orElse(value);
      default -> time(value);
    };
  }

  private static String time(String value) {
    try {
      return Times.utc(Instant.parse(value));
    } catch (DateTimeException noTime) {
      return value;
    }
  }

  private static String kind(String reference) {
    return reference.substring(0, Math.max(0, reference.indexOf('/')));
  }

  private static String id(String reference) {
    return reference.substring(reference.indexOf('/') + 1);
  }

  private static String shortened(String id) {
    return id.substring(0, Math.min(SHORT_ID, id.length()));
  }
}
