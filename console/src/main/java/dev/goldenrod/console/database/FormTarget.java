package dev.goldenrod.console.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.Database;

/** The database that a form was made for. Forms carry its id: a name may be another one's later. */
final class FormTarget {
  private FormTarget() {}

  /**
   * Returns the database of the path's name.
   *
   * @throws ControlPlaneException if the form was made for another one
   */
  static Database of(ControlPlane control, Visit visit) {
    Database named = control.databases().find(visit.actor(), visit.path("name"));
    if (!visit.field("database_id").equals(named.id().toString())) {
      throw ControlPlaneException.conflictBecause(
          ("database '%s' is not the one that this form was made for, which was deleted or renamed"
                  + " since; nothing was changed, so open its page again")
              .formatted(named.name()));
    }
    return named;
  }
}
