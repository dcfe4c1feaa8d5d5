package dev.goldenrod.console.member;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Shown;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.RepeatedForms;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Invites;
import dev.goldenrod.control.Members;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import java.util.regex.Pattern;

/** Changes of members and invitations, by admins. */
public record MemberForms(Members members, Invites invites) {
  private static final String INVITES = "/members/invites";

  private static final Pattern LOCAL_ADDRESS =
      Pattern.compile("https?://(localhost|[^/:]+\\.localhost|127[0-9.]+|\\[::1])(:\\d+)?");

  public void addTo(PageTable pages) {
    RepeatedForms repeated = new RepeatedForms();
    pages
        .post("/members", repeated.once(this::add))
        .post(INVITES, repeated.once(this::invite))
        .post(INVITES + "/{id}/revoke", this::revoke)
        .post("/members/{id}/role", this::changeRole)
        .post("/members/{id}/disable", visit -> changeStatus(visit, UserStatus.DISABLED))
        .post("/members/{id}/enable", visit -> changeStatus(visit, UserStatus.ACTIVE))
        .post("/members/{id}/remove", this::remove);
  }

  private Answer add(Visit visit) {
    Members.Add command =
        new Members.Add(visit.field("email"), visit.field("name"), Choices.role(visit));
    User member = members.add(visit.actor(), command);
    return shown(member, member.email() + " has been added.");
  }

  private Answer changeRole(Visit visit) {
    User member = members.find(visit.actor(), visit.id());
    Shown.requirePresent(
        visit, "the role of " + member.email(), Shown.of(member.role().wireName()));
    User changed = members.changeRole(visit.actor(), visit.id(), Choices.role(visit));
    return shown(
        changed, "The role of " + changed.email() + " is now " + changed.role().wireName() + ".");
  }

  private Answer changeStatus(Visit visit, UserStatus status) {
    User member = members.changeStatus(visit.actor(), visit.id(), status);
    return shown(member, member.email() + " is now " + status.wireName() + ".");
  }

  private Answer remove(Visit visit) {
    String email = members.find(visit.actor(), visit.id()).email();
    members.remove(visit.actor(), visit.id());
    return Answer.goTo("/members", email + " has been removed.");
  }

  private Answer invite(Visit visit) {
    Invites.Created created =
        invites.create(
            visit.actor(), visit.field("email"), Choices.role(visit), Choices.seconds(visit));
    return Answer.show(
        new Html("invite-created", "Invitation of " + created.invite().email())
            .with("invite", created.invite())
            .with("link", visit.address() + "/invite?token=" + created.secret())
            .with("isLocal", isLocal(visit.address())));
  }

  /** Returns whether an address names the machine on which it is used. */
  static boolean isLocal(String address) {
    return LOCAL_ADDRESS.matcher(address).matches();
  }

  private Answer revoke(Visit visit) {
    invites.revoke(visit.actor(), visit.id());
    return Answer.goTo(INVITES, "The invitation has been revoked.");
  }

  private static Answer shown(User member, String confirmation) {
    return Answer.goTo("/members/" + member.id(), confirmation);
  }
}
