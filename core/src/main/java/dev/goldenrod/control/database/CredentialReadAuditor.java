package dev.goldenrod.control.database;

import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.database.Database;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Audits credential reads, at most hourly per reader and database, because reading a database
 * includes its credentials. Each process counts separately. Thread-safe.
 */
public final class CredentialReadAuditor {
  private static final Duration AUDIT_INTERVAL = Duration.ofHours(1);
  private static final int MAX_ENTRIES = 10_000;

  private record Read(UUID reader, UUID database) {}

  private final ControlContext context;

  private final Map<Read, Instant> audited = new LinkedHashMap<>();

  public CredentialReadAuditor(ControlContext context) {
    this.context = context;
  }

  /** Audits the read unless it was audited within the last hour. */
  public void audit(Actor actor, Database database) {
    Read read = new Read(actor.userId(), database.id());
    if (wasAuditedRecently(read)) {
      return;
    }
    context
        .store()
        .useTransaction(
            tx -> {
              ControlContext.requireActive(tx, actor);
              context.audit(
                  tx,
                  actor,
                  "database.credentials.read",
                  "database",
                  database.id(),
                  Map.of("name", database.name()));
            });
    remember(read);
  }

  private synchronized boolean wasAuditedRecently(Read read) {
    Instant last = audited.get(read);
    return last != null && last.plus(AUDIT_INTERVAL).isAfter(context.now());
  }

  private synchronized void remember(Read read) {
    audited.remove(read);
    audited.put(read, context.now());
    if (audited.size() > MAX_ENTRIES) {
      audited.remove(audited.keySet().iterator().next());
    }
  }
}
