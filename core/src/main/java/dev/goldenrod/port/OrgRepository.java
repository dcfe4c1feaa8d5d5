package dev.goldenrod.port;

import dev.goldenrod.member.Org;
import java.util.Optional;

/** Organisations. A name is unique. */
public interface OrgRepository {
  void insert(Org org);

  Optional<Org> findByName(String name);
}
