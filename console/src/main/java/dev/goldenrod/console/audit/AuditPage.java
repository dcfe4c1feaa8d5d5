package dev.goldenrod.console.audit;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditFilter;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Lists;
import dev.goldenrod.console.page.Queries;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.AuditLog;
import dev.goldenrod.control.Members;
import dev.goldenrod.control.Page;
import dev.goldenrod.member.User;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The audit log, for operators. Only admins see the addresses of members. */
public record AuditPage(AuditLog log, Members members) {
  private static final List<String> PARAMETERS =
      List.of("text", "kind", "member", "from", "until", "zone");

  public void addTo(PageTable pages) {
    pages.get("/audit", this::show);
  }

  private Html show(Visit visit) {
    visit.actor().requireOperator();
    Map<UUID, String> addresses = addresses(visit);
    Page<AuditEvent> page = log.list(visit.actor(), filter(visit, addresses), Lists.page(visit));
    AuditNames names =
        new AuditNames(log.targets(visit.actor(), page.rows()), addresses, visit.actor().userId());
    return new Html("audit", "Audit")
        .with("rows", page.rows().stream().map(names::row).toList())
        .with("kinds", AuditWords.kinds())
        .with("asked", asked(visit))
        .with("more", page.nextCursor().map(cursor -> next(visit, cursor)).orElse(""));
  }

  private Map<UUID, String> addresses(Visit visit) {
    return visit.actor().isAdmin()
        ? members.list(visit.actor()).stream().collect(Collectors.toMap(User::id, User::email))
        : Map.of();
  }

  private static AuditFilter filter(Visit visit, Map<UUID, String> addresses) {
    return new AuditFilter(
        AuditWords.apiText(visit.query("text").orElse("").strip()),
        kind(visit),
        visit.query("member").map(text -> member(text.strip(), addresses)).orElse(null),
        time(visit, "from"),
        time(visit, "until"));
  }

  private static String kind(Visit visit) {
    String kind = visit.query("kind").orElse("");
    if (!kind.isEmpty() && !AuditWords.kinds().containsKey(kind)) {
      throw ControlPlaneException.invalid("kind", "must be chosen from the list");
    }
    return kind;
  }

  private static UUID member(String text, Map<UUID, String> addresses) {
    String address = text.toLowerCase(Locale.ROOT);
    return addresses.entrySet().stream()
        .filter(known -> known.getValue().equals(address))
        .map(Map.Entry::getKey)
        .findFirst()
        .or(() -> id(text))
        .orElseThrow(
            () -> ControlPlaneException.invalid("member", "must be a member's address or id"));
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static @Nullable Instant time(Visit visit, String name) {
    try {
      ZoneId zone = ZoneId.of(visit.query("zone").orElse("UTC"));
      return visit
          .query(name)
          .map(text -> LocalDateTime.parse(text).atZone(zone).toInstant())
          .orElse(null);
    } catch (DateTimeException malformed) {
      throw ControlPlaneException.invalid(name, "must be a time such as 2026-01-31T18:00");
    }
  }

  private static Map<String, String> asked(Visit visit) {
    return PARAMETERS.stream()
        .collect(Collectors.toMap(name -> name, name -> visit.query(name).orElse("")));
  }

  private static String next(Visit visit, String cursor) {
    return PARAMETERS.stream()
            .filter(name -> visit.query(name).isPresent())
            .map(name -> name + "=" + Queries.encoded(visit.query(name).orElse("")) + "&")
            .collect(Collectors.joining("", "/audit?", ""))
        + "cursor="
        + Queries.encoded(cursor);
  }
}
