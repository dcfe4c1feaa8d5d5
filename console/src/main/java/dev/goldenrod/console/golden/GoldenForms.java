package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Goldens;
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
            visit.field("handle"),
            visit.number("size", 0) * MIB);
    return shown(goldens.register(visit.actor(), command, visit.once()).goldenId());
  }

  private Answer share(Visit visit) {
    boolean wanted = visit.field("with").equals("org");
    return shown(goldens.share(visit.actor(), visit.id(), wanted).id());
  }

  private Answer protect(Visit visit) {
    boolean wanted = visit.field("protected").equals("true");
    return shown(goldens.protect(visit.actor(), visit.id(), wanted).golden().id());
  }

  private Answer requireMasking(Visit visit) {
    boolean wanted = visit.field("required").equals("true");
    return shown(goldens.requireMasking(visit.actor(), visit.id(), wanted).golden().id());
  }

  private Answer delete(Visit visit) {
    goldens.delete(visit.actor(), visit.id(), visit.isChecked("clones"));
    return Answer.goTo("/goldens");
  }

  private static Answer shown(UUID golden) {
    return Answer.goTo("/goldens/" + golden);
  }
}
