package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.Substrate;
import java.util.UUID;

/** Changes of goldens. Operators only. */
public record GoldenForms(Goldens goldens) {
  private static final long MIB = 1L << 20;

  public void addTo(PageTable pages) {
    pages
        .post("/goldens", this::register)
        .post("/goldens/{id}/share", this::share)
        .post("/goldens/{id}/protect", this::protect)
        .post("/goldens/{id}/masking", this::requireMasking)
        .post("/goldens/{id}/delete", this::delete);
  }

  private Answer register(Visit visit) {
    Substrate substrate =
        Substrate.parse(visit.field("substrate"))
            .orElseThrow(
                () ->
                    ControlPlaneException.invalid("engine", "must be postgres, mysql or mongodb"));
    Goldens.RegisterVersion command =
        new Goldens.RegisterVersion(
            visit.field("name"),
            substrate,
            visit.field("source"),
            handle(visit),
            visit.number("size", 0) * MIB);
    Goldens.RegisteredVersion registered = goldens.register(visit.actor(), command, visit.once());
    return shown(
        registered.goldenId(),
        "Version %d of %s has been registered.".formatted(registered.version(), command.name()));
  }

  private static String handle(Visit visit) {
    String snapshot = visit.field("snapshot");
    return snapshot.isEmpty() ? visit.field("handle") : "snapshot:" + snapshot;
  }

  private Answer share(Visit visit) {
    boolean wanted = visit.field("with").equals("org");
    Golden golden = goldens.share(visit.actor(), visit.id(), wanted);
    return shown(
        golden.id(),
        wanted
            ? golden.name() + " is now shared with all members."
            : golden.name() + " is now shared with operators only.");
  }

  private Answer protect(Visit visit) {
    boolean wanted = visit.field("protected").equals("true");
    Golden golden = goldens.protect(visit.actor(), visit.id(), wanted).golden();
    return shown(
        golden.id(),
        wanted
            ? golden.name() + " is now protected from deletion."
            : golden.name() + " can now be deleted.");
  }

  private Answer requireMasking(Visit visit) {
    boolean wanted = visit.field("required").equals("true");
    Golden golden = goldens.requireMasking(visit.actor(), visit.id(), wanted).golden();
    return shown(
        golden.id(),
        wanted
            ? golden.name() + " now requires masking."
            : golden.name() + " now allows versions that are not masked.");
  }

  private Answer delete(Visit visit) {
    goldens.delete(visit.actor(), visit.id(), visit.isChecked("clones"));
    return Answer.goTo("/goldens", "The golden has been deleted.");
  }

  private static Answer shown(UUID golden, String confirmation) {
    return Answer.goTo("/goldens/" + golden, confirmation);
  }
}
