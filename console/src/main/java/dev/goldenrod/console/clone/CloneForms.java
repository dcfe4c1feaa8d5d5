package dev.goldenrod.console.clone;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Durations;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;

/** Changes of clones. */
public record CloneForms(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .post("/clones", this::launch)
        .post("/clones/{id}/login", this::showLogin)
        .post("/clones/{id}/password", this::resetPassword)
        .post("/clones/{id}/reset", this::reset)
        .post("/clones/{id}/refresh", this::refresh)
        .post("/clones/{id}/extend", this::extend)
        .post("/clones/{id}/delete", this::delete);
  }

  private Answer launch(Visit visit) {
    String name = visit.field("name");
    Instances.Launch command =
        new Instances.Launch(
            visit.field("golden"),
            size(visit),
            Ttl.parse(visit.field("ttl")),
            visit.number("version", 0),
            "",
            name.isEmpty() ? null : name);
    Instance clone = control.instances().launch(visit.actor(), command, visit.once());
    return shown(clone, CloneView.name(clone) + " is being created.");
  }

  /** Returns the size of a clone that a form asks for. */
  public static InstanceSize size(Visit visit) {
    return InstanceSize.parse(visit.field("size"))
        .orElseThrow(() -> ControlPlaneException.invalid("size", "must be small, medium or large"));
  }

  /** By a form, so that the password is in no address and no kept page. */
  private Answer showLogin(Visit visit) {
    Instance clone = control.instances().find(visit.actor(), visit.id());
    return Answer.show(login(clone, control.instances().credentials(visit.actor(), clone.id())));
  }

  private Answer resetPassword(Visit visit) {
    Instance clone = control.instances().find(visit.actor(), visit.id());
    return Answer.show(
        login(clone, control.instances().resetCredentials(visit.actor(), clone.id())),
        "The password of " + CloneView.name(clone) + " has been reset.");
  }

  private static Html login(Instance clone, Credentials login) {
    String name = CloneView.name(clone);
    return new Html("clone-login", "Connection of " + name)
        .with("name", name)
        .with("back", "/clones/" + clone.id())
        .with("login", login);
  }

  private Answer reset(Visit visit) {
    Instance clone = control.instances().reset(visit.actor(), visit.id());
    return shown(clone, "Reset of " + CloneView.name(clone) + " has begun.");
  }

  private Answer refresh(Visit visit) {
    Instance clone = control.instances().refresh(visit.actor(), visit.id(), "");
    return shown(
        clone,
        "Refresh of %s to version %d has begun."
            .formatted(CloneView.name(clone), clone.spec().golden().version()));
  }

  private Answer extend(Visit visit) {
    Ttl ttl = Ttl.parse(visit.field("ttl"));
    Instance clone = control.instances().extend(visit.actor(), visit.id(), ttl);
    return shown(
        clone, "%s now expires in %s.".formatted(CloneView.name(clone), Durations.lifetime(ttl)));
  }

  private Answer delete(Visit visit) {
    String name = CloneView.name(control.instances().find(visit.actor(), visit.id()));
    control.instances().delete(visit.actor(), visit.id());
    return Answer.goTo("/clones", "Deletion of " + name + " has begun.");
  }

  private static Answer shown(Instance clone, String confirmation) {
    return Answer.goTo("/clones/" + clone.id(), confirmation);
  }
}
