// What all pages share.
