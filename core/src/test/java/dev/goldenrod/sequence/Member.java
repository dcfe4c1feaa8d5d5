package dev.goldenrod.sequence;

import dev.goldenrod.member.Role;
import java.util.UUID;

/** A member of the model, who authenticates with a token as over HTTP. */
record Member(UUID id, UUID orgId, Role role, String token) {}
