package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.RepeatedForms;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.SourcePasswords;
import dev.goldenrod.control.Sources;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of sources. Operators only; passwords are for admins. */
public record SourceForms(ControlPlane control) {
  private static final String PASSWORD = "password";

  public void addTo(PageTable pages) {
    pages
        .post(SourcePages.PATH, this::create)
        .post("/sources/{id}/replace", new RepeatedForms().once(this::replace))
        .post("/sources/{id}/password", this::replacePassword)
        .post("/sources/{id}/delete", this::delete);
  }

  private Answer create(Visit visit) {
    visit.actor().requireOperator();
    Sources.Create command = command(visit, Map.of(), visit.field("secret"));
    String password = visit.secret(PASSWORD);
    requireLogin(command, password);
    Source created =
        password.isEmpty()
            ? control.sources().create(visit.actor(), command, visit.once())
            : control.sourcePasswords().create(visit.actor(), command, password, visit.once());
    return shown(created, "The source has been added.");
  }

  private static void requireLogin(Sources.Create command, String password) {
    if (password.isEmpty() && command.scopedCredsRef().isEmpty()) {
      throw ControlPlaneException.invalid(PASSWORD, "or the name of a secret must be given");
    }
  }

  /** No source can be changed, so another one takes its place. */
  private Answer replace(Visit visit) {
    Source before = SourcePages.find(control, visit);
    String password = visit.secret(PASSWORD);
    Sources.Create command = command(visit, before.config(), visit.field("secret"));
    Sources.Create next =
        password.isEmpty()
            ? withFormerPassword(before, command)
            : control.sourcePasswords().keep(visit.actor(), command, password);
    return next.describes(before)
        ? shown(before, "The source is as before.")
        : shown(
            control.sources().replace(visit.actor(), before.id(), next),
            "The source has been replaced.");
  }

  /** Returns the source with the password that was typed before, unless it names a secret. */
  private static Sources.Create withFormerPassword(Source before, Sources.Create next) {
    if (!next.scopedCredsRef().isEmpty() || !SourcePasswords.isKept(before)) {
      requireLogin(next, "");
      return next;
    }
    Object cluster = next.config().get(Source.CLUSTER);
    if (!SourcePasswords.isKept(before, next.config()) || !before.cluster().equals(cluster)) {
      throw ControlPlaneException.invalid(
          PASSWORD,
          "must be typed again, because it is kept for one host, port, database, user and cluster");
    }
    return new Sources.Create(next.kind(), next.config(), before.scopedCredsRef());
  }

  private static Sources.Create command(
      Visit visit, Map<String, @Nullable Object> before, String secret) {
    return new Sources.Create(SourceKind.RDS, SourceForm.config(visit, before), secret);
  }

  private Answer replacePassword(Visit visit) {
    control.sourcePasswords().replace(visit.actor(), visit.id(), visit.secret(PASSWORD));
    return Answer.goTo(SourcePages.path(visit.id()) + "/check", "The password has been replaced.");
  }

  private Answer delete(Visit visit) {
    control.sources().delete(visit.actor(), visit.id());
    return Answer.goTo(SourcePages.PATH, "The source has been deleted.");
  }

  private static Answer shown(Source source, String confirmation) {
    return Answer.goTo(SourcePages.path(source.id()), confirmation);
  }
}
