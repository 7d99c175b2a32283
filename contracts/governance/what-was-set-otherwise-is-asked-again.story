# Asking again for what a human set finds it done, as long as it holds; once something else was set, it is another question.
needs engine

palace sealed
enrol ana
= ok
as human ana without her seal
> palace.configure proposalDays=7
! SEAL_REQUIRED  `palace.configure` needs a human's seal over digest h2
as human ana
> palace.configure proposalDays=7
= settings.proposalDays: 7
as human ana without her seal
> palace.configure proposalDays=7
= settings.proposalDays: 7
as human ana
> palace.configure proposalDays=9
= settings.proposalDays: 9
as human ana without her seal
> palace.configure proposalDays=7
! SEAL_REQUIRED  `palace.configure` needs a human's seal over digest h3
