package dev.goldenrod.console.audit;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.console.page.Queries;

/**
 * An event as a row of the page shows it.
 *
 * @param action in the console's words
 * @param member the address of the member who made the change, or what others may know of it; empty
 *     for the server
 * @param target the present name of what was changed; the name at the time of the event, or the id,
 *     if it was deleted
 * @param path of the target's page; empty if it has none, or was deleted
 * @param facts the event's metadata as text
 */
public record AuditRow(
    AuditEvent event, String action, String member, String target, String path, String facts) {
  /** Returns the path of the page with all events of the target. */
  public String history() {
    return "/audit?text=" + Queries.encoded(event.target());
  }
}
