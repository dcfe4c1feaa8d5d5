package dev.goldenrod.console.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.member.Role;
import java.time.Duration;

/** Fields of forms with a few possible values. */
final class Choices {
  private Choices() {}

  /** Returns the role that the form names. */
  static Role role(Visit visit) {
    return Role.parse(visit.field("role"))
        .orElseThrow(
            () -> ControlPlaneException.invalid("role", "must be viewer, user, operator or admin"));
  }

  /** Returns the form's number of days in seconds; 0 if the field is empty. */
  static long seconds(Visit visit) {
    return Duration.ofDays(visit.number("days", 0)).toSeconds();
  }
}
