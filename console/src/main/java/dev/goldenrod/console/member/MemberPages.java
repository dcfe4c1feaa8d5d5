package dev.goldenrod.console.member;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Counts;
import dev.goldenrod.console.page.Queries;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.member.User;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The members of the organization, for admins. */
public record MemberPages(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .get("/members", this::list)
        .get("/members/new", this::add)
        .get("/members/invites", this::invites)
        .get("/members/{id}", this::show)
        .get("/members/{id}/disable", this::confirmDisabling)
        .get("/members/{id}/remove", this::confirmRemoval);
  }

  private Html list(Visit visit) {
    String search = visit.query("q").orElse("");
    List<User> found =
        control.members().list(visit.actor()).stream()
            .filter(member -> isFound(member, search.strip().toLowerCase(Locale.ROOT)))
            .toList();
    return new Html("members", "Members")
        .with("members", Slice.of(visit, found))
        .with("search", search)
        .with("path", search.isEmpty() ? "/members" : "/members?q=" + Queries.encoded(search));
  }

  private static boolean isFound(User member, String search) {
    return member.email().contains(search)
        || member.displayName().toLowerCase(Locale.ROOT).contains(search);
  }

  private Html add(Visit visit) {
    visit.actor().requireAdmin();
    return new Html("member-new", "Add a member");
  }

  private Html invites(Visit visit) {
    return new Html("invites", "Invitations")
        .with("invites", Slice.of(visit, control.invites().list(visit.actor())))
        .with("now", control.now());
  }

  private Html show(Visit visit) {
    User member = control.members().find(visit.actor(), visit.id());
    return new Html("member", member.email())
        .with("member", member)
        .with("isSelf", member.id().equals(visit.user().id()));
  }

  private Html confirmDisabling(Visit visit) {
    User member = control.members().find(visit.actor(), visit.id());
    return confirm(member, "disable", "Disable")
        .with(
            "consequence",
            "The member is signed out, and its tokens and the invitations that it sent are revoked."
                + " They do not come back when the member is enabled again. Its clones and"
                + " databases keep running.");
  }

  private Html confirmRemoval(Visit visit) {
    User member = control.members().find(visit.actor(), visit.id());
    return confirm(member, "remove", "Remove")
        .with("consequence", consequenceOfRemoval(visit, member.id()));
  }

  private String consequenceOfRemoval(Visit visit, UUID member) {
    long clones =
        control.instances().list(visit.actor()).stream()
            .filter(clone -> member.equals(clone.ownerId()))
            .count();
    long databases =
        control.databases().list(visit.actor()).stream()
            .filter(database -> member.equals(database.ownerId()))
            .count();
    return "What the member owns is deleted with all its data, and cannot be restored: %s and %s."
            .formatted(Counts.of(clones, "clone"), Counts.of(databases, "database"))
        + " Its tokens are revoked. Goldens stay.";
  }

  private static Html confirm(User member, String change, String verb) {
    String path = "/members/" + member.id();
    return new Html("confirm", verb + " " + member.email())
        .with("question", verb + " " + member.email() + "?")
        .with("action", path + "/" + change)
        .with("button", verb + " the member")
        .with("back", path);
  }
}
